//! A process that was started, with all that it starts.

#[cfg(all(unix, not(mcp_portable)))]
pub(super) use unix::ProcessGroup;

#[cfg(any(not(unix), mcp_portable))]
pub(super) use elsewhere::ProcessGroup;

#[cfg(all(unix, not(mcp_portable)))]
mod unix {
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
    use tokio::process::{Child, Command};
    use tokio::time::{Instant, sleep};

    /// How often it is looked whether the group has ended.
    const PAUSE: Duration = Duration::from_millis(20);

    /// The group of a process. What is left of it is killed when this is dropped.
    ///
    /// The number of a group is that of the process that began it, and no other process gets it as
    /// long as the group has processes.
    pub(in super::super) struct ProcessGroup(Option<Pid>);

    impl ProcessGroup {
        /// Lets a process begin a group.
        pub(in super::super) fn begin(command: &mut Command) {
            command.process_group(0);
        }

        pub(in super::super) fn of(child: &Child) -> Self {
            let id = child.id().and_then(|id| i32::try_from(id).ok());
            Self(id.and_then(Pid::from_raw))
        }

        /// Asks all its processes to terminate; returns whether there are any.
        pub(in super::super) fn ask_to_end(&self) -> bool {
            self.0.is_some_and(|group| kill_process_group(group, Signal::TERM).is_ok())
        }

        /// Makes what is left of the group end once its first process has, without waiting for it:
        /// it is asked to, and killed after this time.
        pub(in super::super) fn end(&mut self, exit_timeout: Duration) {
            let rest = Self(self.0.take());
            if !rest.ask_to_end() {
                return drop(rest);
            }
            let until = Instant::now() + exit_timeout;
            tokio::spawn(async move {
                while rest.is_there() && Instant::now() < until {
                    sleep(PAUSE).await;
                }
            });
        }

        fn is_there(&self) -> bool {
            self.0.is_some_and(|group| test_kill_process_group(group).is_ok())
        }
    }

    impl Drop for ProcessGroup {
        fn drop(&mut self) {
            if let Some(group) = self.0 {
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
    }
}

/// Not every platform has groups of processes, or can ask a process to terminate.
#[cfg(any(not(unix), mcp_portable))]
mod elsewhere {
    use std::time::Duration;

    use tokio::process::{Child, Command};

    pub(in super::super) struct ProcessGroup;

    impl ProcessGroup {
        pub(in super::super) fn begin(_: &mut Command) {}

        pub(in super::super) fn of(_: &Child) -> Self {
            Self
        }

        pub(in super::super) fn ask_to_end(&self) -> bool {
            false
        }

        pub(in super::super) fn end(&mut self, _: Duration) {}
    }
}

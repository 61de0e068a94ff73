//! Standard input and output as a transport.
//!
//! The runtime owns the real descriptors: 1 becomes standard error and 0 the null device, so
//! that neither a `println!`, a C library nor a child process touches the wire.

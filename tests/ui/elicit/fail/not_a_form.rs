use mcp_runtime::ElicitForm;

struct Plain;

fn needs<T: ElicitForm>() {}

fn main() {
    needs::<Plain>();
}

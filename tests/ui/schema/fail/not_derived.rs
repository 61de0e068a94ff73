use mcp_runtime::Schema;

struct Plain;

fn needs<T: Schema>() {}

fn main() {
    needs::<Plain>();
}

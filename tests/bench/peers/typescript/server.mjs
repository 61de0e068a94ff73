// The three tools on the TypeScript SDK: `node server.mjs stdio | http PORT`.
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const addIn = z.object({ a: z.int(), b: z.int() });
const addOut = z.object({ sum: z.int() });
const echoIn = z.object({ text: z.string() });
const orderIn = z.object({
    customer: z.object({
        name: z.string(),
        email: z.string(),
        address: z.object({ street: z.string(), city: z.string(), zip: z.string() })
    }),
    items: z.array(z.object({ sku: z.string(), qty: z.int(), price: z.number() })),
    note: z.string().optional()
});
const orderOut = z.object({ total: z.number(), count: z.int() });

const structured = value => ({
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: value
});

function build() {
    const server = new McpServer({ name: 'peer-ts', version: '0.1.0' });
    server.registerTool(
        'add',
        { description: 'Add two integers', inputSchema: addIn, outputSchema: addOut },
        async ({ a, b }) => structured({ sum: a + b })
    );
    server.registerTool(
        'echo',
        { description: 'Give the text back', inputSchema: echoIn },
        async ({ text }) => ({ content: [{ type: 'text', text }] })
    );
    server.registerTool(
        'order',
        { description: 'Summarise an order', inputSchema: orderIn, outputSchema: orderOut },
        async ({ items }) =>
            structured({ total: items.reduce((t, i) => t + i.qty * i.price, 0), count: items.length })
    );
    return server;
}

const [mode, port] = process.argv.slice(2);
if (mode === 'stdio') {
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
    serveStdio(() => build());
} else if (mode === 'http') {
    const { createServer } = await import('node:http');
    const { createMcpHandler } = await import('@modelcontextprotocol/server');
    const { toNodeHandler } = await import('@modelcontextprotocol/node');
    createServer(toNodeHandler(createMcpHandler(() => build()))).listen(Number(port), '127.0.0.1');
} else {
    console.error('usage: node server.mjs stdio | http PORT');
    process.exit(2);
}

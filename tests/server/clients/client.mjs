// A chat of the published AI SDK against a live service. Prints what the client made of the stream, as JSON.
// usage: node client.mjs VERSION URL SCENARIO [TEXT]
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";

const [version, url, scenario, text = "Hello"] = process.argv.slice(2);
const require = createRequire(path.join(process.env.CLIENTS, "package.json"));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const { DefaultChatTransport } = await load(`ai${version}`);
const { Chat } = await load(`react${version}`);

const data = [];
const finished = [];
const make = (id = `chat-${scenario}`) =>
  new Chat({
    id,
    transport: new DefaultChatTransport({ api: `${url}/api/agent/stream`, prepareReconnectToStreamRequest: ({ id }) => ({ api: `${url}/api/agent/${id}/stream` }) }),
    onData: (part) => data.push(structuredClone(part)), // a later part of the same id is written into it
    onFinish: (event) => finished.push({ isAbort: event.isAbort, isError: event.isError }),
    onError: () => {},
  });

let chat = make();
const until = async (is) => {
  for (let tries = 0; tries < 600 && !is(); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
};
const hasText = (of) => of.messages.at(-1)?.role === "assistant" && of.messages.at(-1).parts.some((part) => part.type === "text");

if (scenario === "abort") {
  const sending = chat.sendMessage({ text });
  await until(() => hasText(chat));
  await chat.stop();
  await sending;
} else if (scenario === "resume") {
  const first = make();
  const sending = first.sendMessage({ text });
  await until(() => hasText(first));
  await first.stop();
  await sending;
  await chat.resumeStream();
} else if (scenario === "resume-only") {
  chat = make(`conv_${"1".repeat(32)}`);
  await chat.resumeStream();
} else if (scenario === "regenerate") {
  await chat.sendMessage({ text });
  await chat.regenerate();
} else {
  await chat.sendMessage({ text });
}
console.log(JSON.stringify({ messages: chat.messages, status: chat.status, error: chat.error?.message ?? null, data, finished }));
process.exit(0);

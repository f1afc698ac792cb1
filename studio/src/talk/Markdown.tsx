import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { growingBlocks } from "./blocks";

/** Links leave the studio in a window of their own; pictures from elsewhere are not loaded. */
const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  img: ({ alt }) => <span>{alt}</span>,
};

/** A text that grows: what is finished of it is not laid out again with every word. */
export function GrowingMarkdown({ text }: { text: string }) {
  return growingBlocks(text).map((block, index) => <Markdown key={index} text={block} />);
}

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className="prose break-words">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

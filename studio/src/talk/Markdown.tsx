import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { finishedBlocks, growingBlocks } from "./blocks";

/** Links leave the studio in a window of their own; pictures from elsewhere are not loaded. */
const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  img: ({ alt }) => <span>{alt}</span>,
};

interface MarkdownProps {
  text: string;
  /** Whether more of it comes. */
  isGrowing?: boolean;
}

/** A text in pieces: what is finished of it is not laid out again with every word, nor at its end. */
export const Markdown = memo(function Markdown({ text, isGrowing = false }: MarkdownProps) {
  const blocks = isGrowing ? growingBlocks(text) : finishedBlocks(text);
  return blocks.map((block, index) => <MarkdownBlock key={index} text={block} />);
});

const MarkdownBlock = memo(function MarkdownBlock({ text }: { text: string }) {
  return (
    <div className="prose break-words">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

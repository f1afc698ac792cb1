import { useEffect, useRef, useState } from "react";

interface InlineFieldProps {
  label: string;
  value: string;
  maxLength?: number;
  placeholder?: string;
  onDone: (written: string) => void;
}

/** A field in place of a text: Enter or leaving it keeps what is written, Escape what was there. */
export function InlineField({ label, value, maxLength, placeholder, onDone }: InlineFieldProps) {
  const [written, setWritten] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    // A menu gives the focus back to its button first.
    const timer = window.setTimeout(() => field.current?.select(), 0);
    return () => window.clearTimeout(timer);
  }, []);
  const finish = (text: string) => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(text);
  };
  return (
    <input
      ref={field}
      value={written}
      maxLength={maxLength}
      aria-label={label}
      placeholder={placeholder}
      onChange={(event) => setWritten(event.target.value)}
      onBlur={() => finish(written.trim())}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finish(written.trim());
        if (event.key === "Escape") finish(value);
      }}
      className="h-9 w-full min-w-0 rounded-lg border border-accent bg-sheet px-2.5 text-sm"
    />
  );
}

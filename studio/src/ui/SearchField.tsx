import { Search } from "lucide-react";

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (written: string) => void;
  className?: string;
}

export function SearchField({ label, value, onChange, className = "" }: SearchFieldProps) {
  return (
    <label
      className={`flex h-9 shrink-0 items-center gap-2 rounded-lg border border-line bg-sheet px-2.5 text-soft focus-within:border-accent ${className}`}
    >
      <Search size={15} aria-hidden className="shrink-0" />
      <input
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label={label}
        placeholder={label}
        className="min-w-0 flex-1 bg-transparent text-sm text-ellipsis text-ink outline-none"
      />
    </label>
  );
}

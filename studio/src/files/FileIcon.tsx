import { AppWindow, File, FileText, ListChecks, Presentation } from "lucide-react";

const icons = { pptx: Presentation, docx: FileText, pdf: FileText, md: FileText, json: ListChecks, html: AppWindow };

export function FileIcon({ name, size = 18 }: { name: string; size?: number }) {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const Icon = ending in icons ? icons[ending as keyof typeof icons] : File;
  return <Icon size={size} strokeWidth={1.6} aria-hidden className="shrink-0" />;
}

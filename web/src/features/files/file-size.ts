import { formatNumber } from '@crewline/contract/formats'

const KB = 1024

/** Formats a size in bytes: "620 KB", "1.4 MB". */
export function fileSize(bytes: number, locale: string): string {
  const isLarge = bytes >= KB * KB
  return formatNumber(isLarge ? bytes / KB / KB : Math.max(1, bytes / KB), locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  })
}

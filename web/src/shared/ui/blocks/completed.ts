/** Returns a typed address with its protocol: "example.com" becomes "https://example.com". */
export function completed(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
}

/**
 * Builds the Content-Disposition of a file with its name twice: in ASCII for old clients, and in full (RFC 6266). A header
 * has no place for letters outside of ASCII, which names of users and translated names have.
 */
export function dispositionOf(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^A-Za-z0-9 ._-]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

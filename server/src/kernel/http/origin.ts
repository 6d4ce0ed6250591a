/**
 * Whether a request comes from a page of this installation. Programs send no Origin header and are admitted, because they
 * present a token; a browser always sends it with a write and with a socket.
 */
export function isSameOrigin(
  { origin, host }: { origin?: string | undefined; host?: string | undefined },
  publicUrl: string,
): boolean {
  if (origin === undefined) return true
  return origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host)
}

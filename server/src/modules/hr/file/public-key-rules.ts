const TYPES = new Set(['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa'])
/** The shortest modulus of an RSA key, in bytes. */
const RSA_BYTES = 256

/** Reads a public key as a line of authorized_keys has it; undefined when it is none, or too weak. */
export function readPublicKey(line: string): Buffer | undefined {
  const [type = '', text = ''] = line.trim().split(/\s+/)
  if (!TYPES.has(type) || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  const parts = partsOf(key)
  if (parts?.[0]?.toString('latin1') !== type) return undefined
  if (type === 'ssh-ed25519') return parts.length === 2 && parts[1]?.length === 32 ? key : undefined
  if (type !== 'ssh-rsa') return parts.length === 3 ? key : undefined
  const modulus = parts[2]
  const bytes = modulus?.[0] === 0 ? modulus.length - 1 : (modulus?.length ?? 0)
  return parts.length === 3 && bytes >= RSA_BYTES ? key : undefined
}

/** Splits a key into its parts, each of which follows its length (RFC 4253, section 6.6). */
function partsOf(key: Buffer): Buffer[] | undefined {
  const parts: Buffer[] = []
  for (let at = 0; at < key.length;) {
    if (at + 4 > key.length) return undefined
    const length = key.readUInt32BE(at)
    if (length > key.length - at - 4) return undefined
    parts.push(key.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return parts
}

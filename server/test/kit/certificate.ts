import { sign, type KeyObject } from 'node:crypto'

/** Writes a self-signed X.509 certificate as PEM (RFC 5280), so that tests need no program for it. */
export function certify(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  { name, from, to }: { name: string; from: Date; to: Date },
): string {
  const sha256WithRsa = sequence(objectId('2a864886f70d01010b'), Buffer.from([5, 0]))
  const subject = sequence(element(0x31, sequence(objectId('550403'), element(0x0c, Buffer.from(name)))))
  const body = sequence(
    element(0xa0, element(2, Buffer.from([2]))),
    element(2, Buffer.from([1])),
    sha256WithRsa,
    subject,
    sequence(time(from), time(to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, sha256WithRsa, element(3, Buffer.concat([Buffer.from([0]), signature])))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts))
}

function objectId(hex: string): Buffer {
  return element(6, Buffer.from(hex, 'hex'))
}

function time(at: Date): Buffer {
  return element(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`))
}

import type { Readable } from 'node:stream'
import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../../../kernel/config.ts'
import { FileMissingError, type Part, type Storage } from './driver.ts'

/** Time limits of the store, in ms. */
interface Timeouts {
  connect: number
  /** Until the response begins; a body may take longer. */
  respond: number
  /** Without a single byte, also inside a body. */
  idle: number
}

const TIMEOUTS: Timeouts = { connect: 5_000, respond: 30_000, idle: 30_000 }

/** Attempts of a request, including the first; the SDK waits longer before each. */
const MAX_ATTEMPTS = 4

/**
 * Creates a storage in an S3-compatible bucket with path-style addressing. Without a key the SDK finds credentials
 * itself: its environment variables, a web identity, or the role of the container or machine.
 */
export function bucket(settings: NonNullable<Config['filesS3']>, timeouts: Timeouts = TIMEOUTS): Storage {
  // Loaded when first used: the SDK takes memory that an installation with a local folder does not need.
  const sdk = import('@aws-sdk/client-s3')
  const opened = sdk.then(({ S3Client }) => clientOf(S3Client, settings, timeouts))
  // A failed import surfaces at the first call.
  opened.catch(() => {})
  const at = (Key: string) => ({ Bucket: settings.bucket, Key })
  return {
    put: async (key, Body) => {
      const { PutObjectCommand } = await sdk
      await (await opened).send(new PutObjectCommand({ ...at(key), Body }))
    },
    open: async (key, part) => {
      const { GetObjectCommand, NoSuchKey } = await sdk
      const range: Partial<GetObjectCommandInput> = part ? { Range: rangeOf(part) } : {}
      try {
        const { Body } = await (await opened).send(new GetObjectCommand({ ...at(key), ...range }))
        return Body as Readable
      } catch (error) {
        if (error instanceof NoSuchKey) throw new FileMissingError('no such file', { cause: error })
        throw error
      }
    },
    remove: async (key) => {
      const { DeleteObjectCommand } = await sdk
      await (await opened).send(new DeleteObjectCommand(at(key)))
    },
  }
}

function clientOf(
  Client: typeof S3Client,
  { endpoint, region, credentials }: NonNullable<Config['filesS3']>,
  { connect, respond, idle }: Timeouts,
): S3Client {
  return new Client({
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: MAX_ATTEMPTS,
    // Checksums in trailers are refused by stores that are older than they are; TLS protects the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(credentials ? { credentials: { accessKeyId: credentials.key, secretAccessKey: credentials.secret } } : {}),
    requestHandler: {
      connectionTimeout: connect,
      requestTimeout: respond,
      throwOnRequestTimeout: true,
      socketTimeout: idle,
    },
  })
}

function rangeOf({ start, end }: Part): string {
  return `bytes=${start}-${end}`
}

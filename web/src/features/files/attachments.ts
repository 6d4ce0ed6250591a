import { MEDIA_PER_MESSAGE, UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import type { MediaItem } from '@crewline/contract/messages'
import { newId } from '../../shared/lib/new-id.ts'
import type { Upload, FileUploadOptions } from './upload.ts'

/** An attachment of a draft. */
export interface Attachment {
  /** Stays the same from selection to sending. */
  key: string
  name: string
  kind: MediaItem['kind']
  /** A local preview before the upload ends; valid until the file is removed. */
  preview: string | null
  /** The URL of a file of an earlier message that is uploaded again. */
  displayUrl?: string | null
  state: 'uploading' | 'ready' | 'refused'
  /** The uploaded share, from 0 to 1. */
  progress: number
  /** Why it was rejected: a code of the contract, `offline` or `too_many_files`. */
  problem: string
  file: MediaItem | null
}

/** How files are shrunk and uploaded. */
export interface Carrying {
  shrink: (file: File) => Promise<Blob>
  upload: (asked: FileUploadOptions) => Upload
}

/** The source of the bytes, and the token for the upload. */
interface Source {
  load: () => Promise<File>
  token: string | null
}

const atOnce = 2

function kindOf(type: string): MediaItem['kind'] {
  const [first] = type.split('/')
  return first === 'image' || first === 'video' || first === 'audio' ? first : 'document'
}

function previewOf(file: File): string | null {
  return file.type.startsWith('image/') && typeof URL.createObjectURL === 'function' ? URL.createObjectURL(file) : null
}

async function fetched(url: string | null, name: string, mime: string): Promise<File> {
  if (!url) throw new Error('the file has no link any more')
  const answer = await fetch(url)
  if (!answer.ok) throw new Error('the link of the file is old')
  return new File([await answer.blob()], name, { type: mime })
}

/** Builds the store for the attachments of each draft, by its key; two upload at a time. */
export function buildAttachments({ shrink, upload }: Carrying) {
  const lists = new Map<string, readonly Attachment[]>()
  const sources = new Map<string, Source>()
  const running = new Map<string, () => void>()
  const queue: { owner: string; key: string }[] = []
  const listeners = new Set<() => void>()
  let busy = 0

  const none: readonly Attachment[] = []
  const list = (owner: string): readonly Attachment[] => lists.get(owner) ?? none
  function replace(owner: string, next: readonly Attachment[]): void {
    if (next.length > 0) lists.set(owner, next)
    else lists.delete(owner)
    for (const listener of listeners) listener()
  }
  function change(owner: string, key: string, part: Partial<Attachment>): void {
    replace(
      owner,
      list(owner).map((attachment) => (attachment.key === key ? { ...attachment, ...part } : attachment)),
    )
  }
  const isThere = (owner: string, key: string) => list(owner).some((attachment) => attachment.key === key)

  async function carry(owner: string, key: string): Promise<void> {
    const source = sources.get(key)
    if (!source || !isThere(owner, key)) return
    const file = await source.load().catch(() => undefined)
    const bytes = file && (await shrink(file).catch(() => file))
    if (!isThere(owner, key)) return
    if (!file || !bytes) return change(owner, key, { state: 'refused', problem: 'offline' })
    if (bytes.size > UPLOAD_MAX_BYTES) return change(owner, key, { state: 'refused', problem: 'file_too_large' })
    const sent = upload({
      bytes,
      name: file.name,
      token: source.token,
      onProgress: (progress) => change(owner, key, { progress }),
    })
    running.set(key, sent.cancel)
    const answer = await sent.done
    running.delete(key)
    if (!isThere(owner, key)) return
    if ('file' in answer) {
      sources.delete(key)
      change(owner, key, { state: 'ready', progress: 1, file: answer.file, kind: answer.file.kind })
    } else change(owner, key, { state: 'refused', problem: answer.code })
  }
  async function drain(): Promise<void> {
    if (busy >= atOnce) return
    busy += 1
    for (let next = queue.shift(); next; next = queue.shift()) await carry(next.owner, next.key)
    busy -= 1
  }
  function begin(owner: string, key: string): void {
    queue.push({ owner, key })
    void drain()
  }
  function releaseAttachment({ key, preview }: Attachment): void {
    running.get(key)?.()
    sources.delete(key)
    if (preview) URL.revokeObjectURL(preview)
  }

  return {
    list,
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Adds files and uploads them; returns how many did not fit. */
    add(owner: string, files: readonly File[], token: string | null): number {
      const freeSlots = Math.max(0, MEDIA_PER_MESSAGE - list(owner).length)
      const accepted = files.slice(0, freeSlots).map((file) => ({
        file,
        entry: {
          key: newId(),
          name: file.name,
          kind: kindOf(file.type),
          preview: previewOf(file),
          state: 'uploading',
          progress: 0,
          problem: '',
          file: null,
        } satisfies Attachment as Attachment,
      }))
      replace(owner, [...list(owner), ...accepted.map(({ entry }) => entry)])
      for (const { file, entry } of accepted) {
        sources.set(entry.key, { load: () => Promise.resolve(file), token })
        begin(owner, entry.key)
      }
      return files.length - accepted.length
    },
    /** Restores files that the server has already. */
    putBack(owner: string, files: readonly MediaItem[]): void {
      const existingIds = new Set(list(owner).map(({ file }) => file?.id))
      const back = files
        .filter(({ id }) => !existingIds.has(id))
        .map((file): Attachment => ({
          key: file.id,
          name: file.name,
          kind: file.kind,
          preview: null,
          state: 'ready',
          progress: 1,
          problem: '',
          file,
        }))
      replace(owner, [...list(owner), ...back].slice(0, MEDIA_PER_MESSAGE))
    },
    /** Uploads files of a message again: a file can be sent once, so the next message needs its own. */
    addAgain(owner: string, files: readonly MediaItem[], token: string | null): void {
      const freeSlots = Math.max(0, MEDIA_PER_MESSAGE - list(owner).length)
      const entries = files
        .slice(0, freeSlots)
        .map(({ name, kind, url, thumbUrl, mime }): Attachment & { source: Source } => ({
          key: newId(),
          name,
          kind,
          preview: null,
          state: 'uploading',
          progress: 0,
          problem: '',
          file: null,
          displayUrl: thumbUrl ?? (kind === 'image' ? url : null),
          source: {
            load: () => fetched(url, name, mime),
            token,
          },
        }))
      replace(owner, [...list(owner), ...entries.map(({ source: _source, ...entry }) => entry)])
      for (const { key, source } of entries) {
        sources.set(key, source)
        begin(owner, key)
      }
    },
    remove(owner: string, key: string): void {
      const removed = list(owner).find((attachment) => attachment.key === key)
      replace(
        owner,
        list(owner).filter((attachment) => attachment.key !== key),
      )
      if (removed) releaseAttachment(removed)
    },
    retry(owner: string, key: string): void {
      if (!sources.has(key)) return
      change(owner, key, { state: 'uploading', progress: 0, problem: '' })
      begin(owner, key)
    },
    /** Removes all files of a draft and cancels its uploads. */
    clear(owner: string): void {
      const removed = list(owner)
      replace(owner, [])
      for (const attachment of removed) releaseAttachment(attachment)
    },
  }
}

import type { MediaItem } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconAddressBook, IconAlertCircle, IconDownload, IconFile, IconFileOff, IconPhoto } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useLazyOpenFileQuery } from './api.ts'
import { fileSize } from './file-size.ts'
import classes from './Files.module.css'

const Lightbox = lazyPart(() => import('./Lightbox.tsx'))

export interface MessageMediaProps {
  media: readonly MediaItem[]
}

/** Returns a file whose expired links are renewed once. */
function useRenewableFile(item: MediaItem): { file: MediaItem; renew: () => void; isUnavailable: boolean } {
  const [open] = useLazyOpenFileQuery()
  const [renewed, setRenewed] = useState<MediaItem>()
  const [attempts, setAttempts] = useState(0)
  async function renew(): Promise<void> {
    if (attempts > 0) return setAttempts(2)
    setAttempts(1)
    const { data } = await open(item.id)
    if (data) setRenewed(data)
    else setAttempts(2)
  }
  return { file: renewed ?? item, renew: () => void renew(), isUnavailable: attempts > 1 }
}

function Waiting({ item }: { item: MediaItem }) {
  if (item.state === 'deleted')
    return (
      <span className={classes.waiting}>
        <IconFileOff size={18} stroke={1.75} aria-hidden />
        <Trans>Deleted when its retention period ended.</Trans>
      </span>
    )
  const isRefused = item.state === 'refused'
  const IconComponent = isRefused ? IconAlertCircle : item.kind === 'image' ? IconPhoto : IconFile
  return (
    <span className={classes.waiting} data-refused={isRefused || undefined}>
      <IconComponent size={18} stroke={1.75} aria-hidden />
      {isRefused ? <Trans>Couldn't open this file.</Trans> : <Trans>Checking the file…</Trans>}
    </span>
  )
}

function Picture({ item, onOpen }: { item: MediaItem; onOpen: (file: MediaItem) => void }) {
  const { t } = useLingui()
  const { file, renew, isUnavailable } = useRenewableFile(item)
  const { width, height, name } = file
  const src = file.thumbUrl ?? file.url
  if (!src || isUnavailable) return <Waiting item={isUnavailable ? { ...file, state: 'refused' } : file} />
  return (
    <button type="button" className={classes.picture} onClick={() => onOpen(file)} aria-label={t`Open ${name}`}>
      <img
        src={src}
        alt=""
        width={width ?? undefined}
        height={height ?? undefined}
        style={width && height ? { aspectRatio: `${width} / ${height}` } : undefined}
        loading="lazy"
        decoding="async"
        onError={renew}
      />
    </button>
  )
}

function Document({ item }: { item: MediaItem }) {
  const { i18n } = useLingui()
  const IconComponent = item.mime === 'text/vcard' ? IconAddressBook : IconFile
  const [open, { isFetching }] = useLazyOpenFileQuery()
  async function show(): Promise<void> {
    // Opened before the response arrives, or the browser blocks it as a pop-up. Links expire, so a new one is
    // requested.
    const page = window.open('', '_blank')
    if (page) page.opener = null
    const { data } = await open(item.id)
    const url = data?.url ?? item.url
    if (page && url) page.location.href = url
    else page?.close()
  }
  return (
    <button type="button" className={classes.document} onClick={() => void show()} aria-busy={isFetching}>
      <IconComponent size={20} stroke={1.75} aria-hidden />
      <span className={classes.about}>
        <bdi className={classes.name}>{item.name}</bdi>
        <span className={classes.size}>{fileSize(item.bytes, i18n.locale)}</span>
      </span>
      <IconDownload size={18} stroke={1.75} aria-hidden />
    </button>
  )
}

function Player({ item }: { item: MediaItem }) {
  const { file, renew } = useRenewableFile(item)
  if (!file.url) return <Waiting item={file} />
  if (file.kind === 'audio')
    return (
      // Recordings and videos from contacts have no captions.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <audio className={classes.audio} src={file.url} controls preload="none" aria-label={file.name} onError={renew} />
    )
  const { width, height } = file
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      className={classes.video}
      src={file.url}
      controls
      preload="metadata"
      playsInline
      aria-label={file.name}
      style={width && height ? { aspectRatio: `${width} / ${height}` } : undefined}
      onError={renew}
    />
  )
}

/**
 * Shows the files of a message: pictures with reserved space, players, documents as rows, and the state of files being
 * checked or rejected.
 */
export function MessageMedia({ media }: MessageMediaProps) {
  const [opened, setOpened] = useState<MediaItem>()
  const pictures = media.filter(({ kind, state }) => kind === 'image' && state === 'ready')
  return (
    <div
      className={classes.media}
      data-many={pictures.length > 1 || undefined}
      data-odd={(pictures.length > 1 && pictures.length % 2 === 1) || undefined}
    >
      {media.map((item) => {
        if (item.state !== 'ready') return <Waiting key={item.id} item={item} />
        if (item.kind === 'image') return <Picture key={item.id} item={item} onOpen={setOpened} />
        if (item.kind === 'document') return <Document key={item.id} item={item} />
        return <Player key={item.id} item={item} />
      })}
      {opened && (
        <Suspense fallback={null}>
          <Lightbox pictures={pictures} first={opened.id} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

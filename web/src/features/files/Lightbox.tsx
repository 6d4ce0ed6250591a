import type { MediaItem } from '@crewline/contract/messages'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Loader } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { useLazyOpenFileQuery } from './api.ts'
import classes from './Lightbox.module.css'

export interface LightboxProps {
  pictures: readonly MediaItem[]
  /** The id of the picture to open first. */
  first: string
  onClose: () => void
}

/** Shows the pictures of a message as large as the screen allows; arrow keys switch between them. */
export default function Lightbox({ pictures, first, onClose }: LightboxProps) {
  const { t } = useLingui()
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ id }) => id === first),
    ),
  )
  const [open, { data }] = useLazyOpenFileQuery()
  const item = pictures[at]
  const id = item?.id
  useEffect(() => {
    // Links expire while a thread is open, so each picture gets a new one.
    if (id) void open(id)
  }, [id, open])
  const step = (by: number) => setAt((now) => Math.min(pictures.length - 1, Math.max(0, now + by)))
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  useHotkeys([
    ['ArrowRight', () => step(forward)],
    ['ArrowLeft', () => step(-forward)],
  ])
  if (!item) return null
  const url = data?.id === item.id ? data.url : null
  const [number, count] = [at + 1, pictures.length]
  return (
    <Dialog
      opened
      onClose={onClose}
      size="auto"
      title={count > 1 ? t`Image ${number} of ${count}` : t`Image`}
      closeButtonProps={{ 'aria-label': t`Close` }}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <div className={classes.stage}>
        {url ? (
          <img
            className={classes.picture}
            src={url}
            alt={item.name}
            width={item.width ?? undefined}
            height={item.height ?? undefined}
          />
        ) : (
          <Loader size={24} role="status" aria-label={t`Loading image`} />
        )}
      </div>
      <div className={classes.foot}>
        <bdi className={classes.name}>{item.name}</bdi>
        {count > 1 && (
          <>
            <ActionIcon onClick={() => step(-1)} disabled={at === 0} aria-label={t`Previous image`}>
              <IconChevronLeft size={18} stroke={1.75} className="mantine-rotate-rtl" />
            </ActionIcon>
            <ActionIcon onClick={() => step(1)} disabled={number === count} aria-label={t`Next image`}>
              <IconChevronRight size={18} stroke={1.75} className="mantine-rotate-rtl" />
            </ActionIcon>
          </>
        )}
        {url && (
          <ActionIcon
            component="a"
            href={url}
            download={item.name}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t`Download`}
          >
            <IconDownload size={18} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
    </Dialog>
  )
}

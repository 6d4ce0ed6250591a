import { ALT_MAX, GALLERY_PICTURES_MAX } from '@crewline/contract/block-limits'
import type { Block, DescribedPicture } from '@crewline/contract/blocks'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, FileButton, TextInput } from '@mantine/core'
import { IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { moveAndFocus, moved } from '../builder/list-moves.ts'
import { IconButton } from '../IconButton.tsx'
import classes from './BlockEditor.module.css'
import type { BlockSources } from './sources.ts'

interface GallerySettingsProps {
  block: Extract<Block, { type: 'gallery' }>
  /** What is wrong with the block. */
  error: string | undefined
  sources: BlockSources
  /** Changes the pictures as they are by then: an upload, or what was typed just now, may not be rendered yet. */
  change: (next: (now: readonly DescribedPicture[]) => DescribedPicture[]) => void
}

/** The pictures of a gallery: what each shows, their order, and how more are added. */
export function GallerySettings({ block, error, sources, change }: GallerySettingsProps) {
  const { t } = useLingui()
  const [isUploading, setUploading] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const { pictures } = block
  async function add(files: readonly File[]): Promise<void> {
    setUploading(true)
    for (const file of files.slice(0, GALLERY_PICTURES_MAX - pictures.length)) {
      const fileId = await sources.onPicture(file)
      if (fileId)
        change((now) =>
          now.length < GALLERY_PICTURES_MAX ? [...now, { fileId, alt: '', isDecoration: false }] : [...now],
        )
    }
    setUploading(false)
  }
  const changeAt = (index: number, changes: Partial<DescribedPicture>) =>
    change((now) => now.map((picture, at) => (at === index ? { ...picture, ...changes } : picture)))
  return (
    <div className={classes.fields}>
      {error && <p className={classes.bad}>{error}</p>}
      <ol className={classes.gallery} ref={list}>
        {pictures.map(({ fileId, alt, isDecoration }, index) => {
          const place = index + 1
          return (
            <li key={`${fileId} ${index}`}>
              <img src={sources.urlOf(fileId)} alt="" width={56} height={56} />
              <div className={classes.galleryFields}>
                <TextInput
                  label={t`What does picture ${place} show?`}
                  value={alt}
                  maxLength={ALT_MAX}
                  disabled={isDecoration}
                  dir="auto"
                  onChange={(event) => changeAt(index, { alt: event.currentTarget.value })}
                />
                <Checkbox
                  label={t`Decoration only, it adds nothing to the text`}
                  checked={isDecoration}
                  onChange={(event) => changeAt(index, { isDecoration: event.currentTarget.checked })}
                />
              </div>
              <IconButton
                isSmall
                aria-label={t`Move picture ${place} up`}
                disabled={index === 0}
                data-move
                onClick={() =>
                  moveAndFocus(() => change((now) => moved(now, index, -1)), { list, to: index - 1, by: -1 })
                }
              >
                <IconArrowUp size={16} stroke={1.75} aria-hidden />
              </IconButton>
              <IconButton
                isSmall
                aria-label={t`Remove picture ${place}`}
                onClick={() => change((now) => now.filter((_, at) => at !== index))}
              >
                <IconTrash size={16} stroke={1.75} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ol>
      <div className={classes.fileRow}>
        <FileButton
          multiple
          accept="image/*"
          onChange={(files) => void add(files)}
          inputProps={{ 'aria-label': t`Pictures` }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              loading={isUploading}
              disabled={pictures.length >= GALLERY_PICTURES_MAX}
            >
              <Trans>Add pictures</Trans>
            </Button>
          )}
        </FileButton>
        <span className={classes.panelName}>
          <Plural value={GALLERY_PICTURES_MAX} one="At most # picture." other="At most # pictures." />
        </span>
      </div>
    </div>
  )
}

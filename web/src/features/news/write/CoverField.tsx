import { ALT_MAX } from '@crewline/contract/block-limits'
import type { Cover } from '@crewline/contract/blocks'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, FileButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PictureTools } from '../../../shared/ui/blocks/PictureTools.tsx'
import type { BlockSources } from '../../../shared/ui/blocks/sources.ts'
import classes from '../News.module.css'

export interface CoverFieldProps {
  cover: Cover | null
  sources: BlockSources
  error: string | undefined
  isReadOnly: boolean
  onChange: (cover: Cover | null) => void
}

/** The cover of an issue: its picture, and what it shows. */
export function CoverField({ cover, sources, error, isReadOnly, onChange }: CoverFieldProps) {
  const { t } = useLingui()
  const [isUploading, setUploading] = useState(false)
  async function choose(file: File | null): Promise<void> {
    if (!file) return
    setUploading(true)
    const fileId = await sources.onPicture(file)
    setUploading(false)
    if (fileId) onChange({ fileId, alt: '', isDecoration: false })
  }
  async function replace(file: File): Promise<void> {
    const fileId = await sources.onPicture(file)
    if (fileId && cover) onChange({ ...cover, fileId })
  }
  return (
    <section className={classes.cover} aria-label={t`Cover`}>
      {cover && <img src={sources.urlOf(cover.fileId)} alt={cover.isDecoration ? '' : cover.alt || t`Cover`} />}
      {!isReadOnly && (
        <div className={classes.bar}>
          {cover ? (
            <PictureTools src={sources.urlOf(cover.fileId)} onPicture={replace} />
          ) : (
            <FileButton
              accept="image/*"
              onChange={(file) => void choose(file)}
              inputProps={{ 'aria-label': t`Cover picture` }}
            >
              {(props) => (
                <Button {...props} variant="default" size="xs" loading={isUploading}>
                  <Trans>Add a cover</Trans>
                </Button>
              )}
            </FileButton>
          )}
          {cover && (
            <Button variant="subtle" size="xs" onClick={() => onChange(null)}>
              <Trans>Remove cover</Trans>
            </Button>
          )}
        </div>
      )}
      {cover && (
        <>
          <TextInput
            label={t`What does the cover show?`}
            description={t`Read aloud to people who can’t see it.`}
            value={cover.alt}
            error={error}
            maxLength={ALT_MAX}
            disabled={cover.isDecoration}
            readOnly={isReadOnly}
            dir="auto"
            onChange={(event) => onChange({ ...cover, alt: event.currentTarget.value })}
          />
          <Checkbox
            label={t`Decoration only, it adds nothing to the text`}
            checked={cover.isDecoration}
            disabled={isReadOnly}
            onChange={(event) => onChange({ ...cover, isDecoration: event.currentTarget.checked })}
          />
        </>
      )}
    </section>
  )
}

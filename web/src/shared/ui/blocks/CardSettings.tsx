import { BLOCK_LABEL_MAX, BUTTON_LABEL_MAX, EVENT_PLACE_MAX, EVENT_TITLE_MAX } from '@crewline/contract/block-limits'
import type { Block } from '@crewline/contract/blocks'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Select, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Address } from './Address.tsx'
import classes from './BlockEditor.module.css'
import { ACCEPTS, type BlockSources } from './sources.ts'

type Of<Type extends Block['type']> = Extract<Block, { type: Type }>

interface CardSettingsProps<Type extends Block['type']> {
  block: Of<Type>
  /** What is wrong with the block. */
  error: string | undefined
  set: (attributes: Record<string, unknown>) => void
}

/** What a file or a video is called, and which one it is. */
export function FileSettings({
  block,
  error,
  sources,
  set,
}: CardSettingsProps<'file' | 'video'> & { sources: BlockSources }) {
  const { t } = useLingui()
  const [isUploading, setUploading] = useState(false)
  const { fileId } = block
  const isVideo = block.type === 'video'
  async function replace(file: File | null): Promise<void> {
    if (!file) return
    setUploading(true)
    const stored = await sources.onFile(file, block.type)
    setUploading(false)
    if (stored) set(isVideo ? { fileId: stored, href: '' } : { fileId: stored })
  }
  return (
    <div className={classes.fields}>
      <TextInput
        label={isVideo ? t`What the video shows` : t`What the file is`}
        placeholder={fileId ? sources.nameOf(fileId) : undefined}
        value={block.label}
        error={error}
        maxLength={BLOCK_LABEL_MAX}
        dir="auto"
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      {isVideo && fileId === null && (
        <Address href={block.href} error={undefined} isWeb onChange={(href) => set({ href })} />
      )}
      <div className={classes.fileRow}>
        <FileButton accept={ACCEPTS[block.type]} onChange={(file) => void replace(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={isUploading}>
              {fileId ? <Trans>Replace</Trans> : <Trans>Upload a video</Trans>}
            </Button>
          )}
        </FileButton>
        {isVideo && fileId !== null && (
          <Button variant="subtle" size="xs" onClick={() => set({ fileId: null })}>
            <Trans>Use an address instead</Trans>
          </Button>
        )}
        <span className={classes.panelName}>
          {isVideo && fileId === null ? (
            <Trans>At most 10 MB. A video elsewhere is shown as a link; the page loads nothing from there.</Trans>
          ) : (
            <bdi translate="no">{fileId && sources.nameOf(fileId)}</bdi>
          )}
        </span>
      </div>
    </div>
  )
}

/** Which form it is, and what its button says. */
export function FormSettings({ block, error, sources, set }: CardSettingsProps<'form'> & { sources: BlockSources }) {
  const { t } = useLingui()
  const { formId } = block
  const known = sources.forms.some(({ id }) => id === formId)
  return (
    <div className={classes.pair}>
      <Select
        label={t`Form`}
        description={t`Forms that are open and that anyone can answer.`}
        placeholder={t`Choose a form`}
        data={[
          ...sources.forms.map(({ id, name }) => ({ value: id, label: name })),
          ...(formId !== null && !known ? [{ value: formId, label: t`A form that takes no answers now` }] : []),
        ]}
        value={formId}
        error={error}
        searchable
        nothingFoundMessage={t`No forms found`}
        onChange={(id) => set({ formId: id })}
      />
      <TextInput
        label={t`What the button says`}
        description={t`The title of the form when empty.`}
        value={block.label}
        maxLength={BUTTON_LABEL_MAX}
        dir="auto"
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
    </div>
  )
}

/** Which form with one question it asks. */
export function PollSettings({ block, error, sources, set }: CardSettingsProps<'poll'> & { sources: BlockSources }) {
  const { t } = useLingui()
  const { formId } = block
  const polls = sources.forms.filter(({ isPoll }) => isPoll)
  const isKnown = polls.some(({ id }) => id === formId)
  return (
    <div className={classes.fields}>
      <Select
        label={t`Form`}
        description={t`Open forms with one question that offers choices. The answers are in the results of the form.`}
        placeholder={t`Choose a form`}
        data={[
          ...polls.map(({ id, name }) => ({ value: id, label: name })),
          ...(formId !== null && !isKnown ? [{ value: formId, label: t`A form that takes no answers now` }] : []),
        ]}
        value={formId}
        error={error}
        searchable
        nothingFoundMessage={t`No forms found`}
        onChange={(id) => set({ formId: id })}
      />
    </div>
  )
}

/** What an event is, when and where. */
export function EventSettings({ block, error, set }: CardSettingsProps<'event'>) {
  const { t } = useLingui()
  const zones = useMemo(
    () =>
      [...new Set([block.timezone, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
        value,
        label: value.replaceAll('_', ' '),
      })),
    [block.timezone],
  )
  return (
    <div className={classes.pair}>
      <TextInput
        label={t`What the event is`}
        value={block.title}
        error={error}
        maxLength={EVENT_TITLE_MAX}
        dir="auto"
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <TextInput
        label={t`Place`}
        value={block.place}
        maxLength={EVENT_PLACE_MAX}
        dir="auto"
        onChange={(event) => set({ place: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={t`Begins`}
        value={block.startsAt}
        onChange={(event) => set({ startsAt: event.currentTarget.value.slice(0, 16) })}
      />
      <TextInput
        type="datetime-local"
        label={t`Ends`}
        value={block.endsAt}
        onChange={(event) => set({ endsAt: event.currentTarget.value.slice(0, 16) })}
      />
      <Select
        label={t`Time zone`}
        data={zones}
        value={block.timezone}
        searchable
        allowDeselect={false}
        limit={200}
        nothingFoundMessage={t`No time zones found`}
        onChange={(timezone) => timezone && set({ timezone })}
      />
    </div>
  )
}

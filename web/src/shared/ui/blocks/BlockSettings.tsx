import { BUTTON_LABEL_MAX, QUOTE_FROM_MAX } from '@crewline/contract/block-limits'
import type { Block, DescribedPicture } from '@crewline/contract/blocks'
import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { Address } from './Address.tsx'
import classes from './BlockEditor.module.css'
import { ContactSettings } from './ContactSettings.tsx'
import { EventSettings, FileSettings, FormSettings, PollSettings } from './CardSettings.tsx'
import { setAttributes } from './editor-commands.ts'
import { GallerySettings } from './GallerySettings.tsx'
import { PictureSettings } from './PictureSettings.tsx'
import type { BlockSources } from './sources.ts'

/** The settings of a block, beside what is wrong with it. */
export function Settings({
  block,
  editor,
  error,
  sources,
}: {
  block: Block
  editor: Editor
  error: string | undefined
  sources: BlockSources
}) {
  const { t } = useLingui()
  const set = (attributes: Record<string, unknown>) => setAttributes(editor, block.id, attributes)
  switch (block.type) {
    case 'picture':
      return <PictureSettings block={block} error={error} sources={sources} set={set} />
    case 'button':
      return (
        <div className={classes.pair}>
          <TextInput
            label={t`What the button says`}
            value={block.label}
            maxLength={BUTTON_LABEL_MAX}
            dir="auto"
            onChange={(event) => set({ label: event.currentTarget.value })}
          />
          <Address href={block.href} error={error} onChange={(href) => set({ href })} />
        </div>
      )
    case 'callout':
      return (
        <Choice
          label={t`Tone`}
          value={block.tone}
          data={[
            { value: 'info', label: t`Good to know` },
            { value: 'important', label: t`Important` },
          ]}
          error={error}
          onChange={(tone) => set({ tone })}
        />
      )
    case 'heading':
      return (
        <Choice
          label={t`Size`}
          value={String(block.level)}
          data={[
            { value: '2', label: t`Large` },
            { value: '3', label: t`Small` },
          ]}
          error={error}
          onChange={(level) => set({ level: Number(level) })}
        />
      )
    case 'quote':
      return (
        <div className={classes.fields}>
          <TextInput
            label={t`Who said it`}
            value={block.from}
            error={error}
            maxLength={QUOTE_FROM_MAX}
            dir="auto"
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
        </div>
      )
    case 'file':
    case 'video':
      return <FileSettings block={block} error={error} sources={sources} set={set} />
    case 'form':
      return <FormSettings block={block} error={error} sources={sources} set={set} />
    case 'gallery':
      return (
        <GallerySettings
          block={block}
          error={error}
          sources={sources}
          change={(next) =>
            setAttributes(editor, block.id, (now) => ({ pictures: next(now['pictures'] as DescribedPicture[]) }))
          }
        />
      )
    case 'poll':
      return <PollSettings block={block} error={error} sources={sources} set={set} />
    case 'event':
      return <EventSettings block={block} error={error} set={set} />
    case 'contact':
      return <ContactSettings block={block} error={error} set={set} />
    case 'celebrations':
      return (
        <div className={classes.fields}>
          <Choice
            label={t`Days`}
            value={String(block.days)}
            data={[
              { value: '7', label: t`7 days` },
              { value: '14', label: t`14 days` },
              { value: '31', label: t`31 days` },
            ]}
            error={error}
            onChange={(days) => set({ days: Number(days) })}
          />
          <p className={classes.panelName}>
            <Trans>
              Names the people of celebrations that are in news, from the day on which the page is read. Everyone with
              the link can see the names.
            </Trans>
          </p>
        </div>
      )
    case 'paragraph':
    case 'list':
    case 'divider':
      return error ? <p className={classes.bad}>{error}</p> : null
  }
}

function Choice({
  label,
  value,
  data,
  error,
  onChange,
}: {
  label: string
  value: string
  data: { value: string; label: string }[]
  error: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <>
      <SegmentedControl aria-label={label} value={value} data={data} onChange={onChange} />
      {error && <p className={classes.bad}>{error}</p>}
    </>
  )
}

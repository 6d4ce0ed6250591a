import { ALT_MAX, BUTTON_LABEL_MAX, HREF_MAX } from '@crewline/contract/block-limits'
import { isSafeHref } from '@crewline/contract/block-rules'
import type { Block } from '@crewline/contract/blocks'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Hint } from '../overlay/Hint.tsx'
import classes from './BlockEditor.module.css'
import { deleteBlock, moveBlock, setAttributes, type EditorState } from './useBlockEditor.ts'

export interface BlockPanelProps {
  editor: Editor
  state: EditorState
  /** What the server said about the block. */
  error: string | undefined
}

function useBlockNames(): Record<Block['type'], string> {
  const { t } = useLingui()
  return {
    heading: t`Heading`,
    paragraph: t`Text`,
    list: t`List`,
    picture: t`Picture`,
    callout: t`Callout`,
    button: t`Button`,
    divider: t`Divider`,
  }
}

/** The block with the cursor: its settings, and buttons that move and delete it. */
export function BlockPanel({ editor, state, error }: BlockPanelProps) {
  const { t } = useLingui()
  const names = useBlockNames()
  const { block, index, count } = state
  if (!block) return null
  const place = t`${names[block.type]}, block ${index + 1} of ${count}`
  return (
    <section className={classes.panel} aria-label={t`Selected block`}>
      <div className={classes.panelHead}>
        <span className={classes.panelName}>{place}</span>
        <Hint label={t`Move up (Alt ↑)`}>
          <IconButton isSmall aria-label={t`Move up`} disabled={index <= 0} onClick={() => moveBlock(editor, -1)}>
            <IconArrowUp size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </Hint>
        <Hint label={t`Move down (Alt ↓)`}>
          <IconButton
            isSmall
            aria-label={t`Move down`}
            disabled={index >= count - 1}
            onClick={() => moveBlock(editor, 1)}
          >
            <IconArrowDown size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </Hint>
        <Hint label={t`Delete block`}>
          <IconButton isSmall aria-label={t`Delete block`} onClick={() => deleteBlock(editor)}>
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </IconButton>
        </Hint>
      </div>
      <Settings key={block.id} block={block} editor={editor} error={error} />
    </section>
  )
}

function Settings({ block, editor, error }: { block: Block; editor: Editor; error: string | undefined }) {
  const { t } = useLingui()
  const set = (attributes: Record<string, unknown>) => setAttributes(editor, attributes)
  switch (block.type) {
    case 'picture':
      return (
        <div className={classes.fields}>
          <TextInput
            label={t`What does the picture show?`}
            description={t`Read aloud to people who can’t see it.`}
            value={block.alt}
            error={error}
            maxLength={ALT_MAX}
            disabled={block.isDecoration}
            dir="auto"
            data-autofocus
            onChange={(event) => set({ alt: event.currentTarget.value })}
          />
          <Checkbox
            label={t`Decoration only, it adds nothing to the text`}
            checked={block.isDecoration}
            onChange={(event) => set({ isDecoration: event.currentTarget.checked })}
          />
        </div>
      )
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

/** An address that is taken over once it is complete; until then it stays in the field. */
function Address({
  href,
  error,
  onChange,
}: {
  href: string
  error: string | undefined
  onChange: (href: string) => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState(href)
  const isWrong = text !== '' && !isSafeHref(completed(text))
  return (
    <TextInput
      label={t`Address`}
      placeholder="https://"
      value={text}
      error={isWrong ? t`Enter a web address, or mailto: and an email, or tel: and a number.` : error}
      maxLength={HREF_MAX}
      dir="ltr"
      onChange={(event) => {
        const { value } = event.currentTarget
        setText(value)
        const address = completed(value)
        onChange(address !== '' && isSafeHref(address) ? address : '')
      }}
    />
  )
}

/** Returns a typed address with its protocol: "example.com" becomes "https://example.com". */
export function completed(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
}

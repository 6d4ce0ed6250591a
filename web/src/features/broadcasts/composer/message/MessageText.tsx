import type { MediaItem } from '@crewline/contract/media'
import { countTexts } from '@crewline/contract/segments'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useRef } from 'react'
import { useOrganizationSettingsQuery } from '../../../organizations/index.ts'
import { AttachmentList } from '../../../files/index.ts'
import { MessageField, TextLists, usePasted, useTrigger } from '../../../messages/index.ts'
import classes from './Message.module.css'
import fields from '../Fields.module.css'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'
import { AutomaticNotice } from './AutomaticNotice.tsx'
import { FallbackFields } from './FallbackFields.tsx'
import { isTextCompleted, longestSegments } from './length-rules.ts'
import { insertLink, withLink } from './link-rules.ts'
import type { LinkedPage } from './PageMenu.tsx'
import { TextTools } from './TextTools.tsx'
import { useDraftFiles } from './useDraftFiles.ts'
import { withEditedBody } from './variant-rules.ts'

export interface MessageTextProps {
  draft: Draft
  count: AudienceCount
  /** The language whose text is edited. */
  language: string
  media: MediaItem[]
  onNext: () => void
}

const triggerKinds = ['reply', 'field'] as const
// Written in the text itself, it would begin a placeholder of the catalog.
const BRACE = '{'
const noBlur = () => {}

/** The text of the broadcast in one language, with merge fields, saved replies and files. */
export function MessageText({ draft, count, language, media, onNext }: MessageTextProps) {
  const { t } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const triggers = useTrigger(field, triggerKinds)
  const files = useDraftFiles(draft, media)
  const { message } = draft.content
  const variant = message.variants.find((known) => known.language === language)
  const text = variant?.body ?? message.body
  const { data: organization } = useOrganizationSettingsQuery()
  const signOff = organization?.settings.broadcasts.signOff ?? ''
  const noted = count.data?.cost?.noted ?? 0
  const cost = isTextCompleted(text, draft.content, { signOff, noted }) ? count.data?.cost : undefined
  const longest = cost ? longestSegments(cost, message, language) : undefined
  const [pasted, setPasted] = usePasted(text)
  const write = useCallback(
    (body: string) =>
      draft.changeMessage(variant ? { variants: withEditedBody(message.variants, language, body) } : { body }),
    // The field is memoized: a new function on each key press would render it again, which is cheap here.
    [draft, variant, message.variants, language],
  )
  function link(page: LinkedPage): void {
    const at = field.current?.selectionStart ?? text.length
    draft.changeMessage(withLink(message, { language, at }, page.linkIn))
    const { end } = insertLink(text, at, page.linkIn(language))
    // The field has the new text after it was rendered.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(end, end)
    })
  }
  function show(at: number): void {
    field.current?.focus()
    field.current?.setSelectionRange(at, at + String.fromCodePoint(text.codePointAt(at) ?? 32).length)
  }
  return (
    <div className={classes.text} {...files.dropProps} data-drop={files.isOver || undefined}>
      {variant && <AutomaticNotice draft={draft} variant={variant} />}
      <TextLists triggers={triggers} mergeValues={undefined} draft={text} onSaved={() => field.current?.focus()} />
      <AttachmentList list={files.list} onRemove={files.remove} onRetry={files.retry} />
      <div className={classes.field}>
        <MessageField
          field={field}
          label={t`Text`}
          placeholder={t`Write the message. Type ${BRACE} for a field, / for a saved reply.`}
          value={text}
          isNote={false}
          // Enter begins a new line here: nothing is sent from this field.
          isTouch
          triggers={triggers}
          onWrite={write}
          onBlur={noBlur}
          onSend={onNext}
          onToggleNote={noBlur}
          onPasted={setPasted}
          onFiles={files.add}
        />
      </div>
      <TextTools
        triggers={triggers}
        count={countTexts(text)}
        {...(longest !== undefined && { longest: { segments: longest, isStale: count.isStale } })}
        text={text}
        hasMedia={files.list.length > 0}
        onFiles={files.add}
        onShow={show}
        onLink={link}
        pasted={pasted}
        onUndoPaste={() => {
          if (pasted) write(pasted.before)
          setPasted(undefined)
        }}
      />
      <FallbackFields text={text} onChange={write} />
      {draft.errors['message.body'] && (
        <p className={fields.problem} role="alert">
          {draft.errors['message.body']}
        </p>
      )}
    </div>
  )
}

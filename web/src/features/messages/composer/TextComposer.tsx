import type { ContactSummary } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useCallbackRef } from '@mantine/hooks'
import { Suspense, useEffect, useState, type RefObject } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { stoppedWriting } from '../../../shared/live/typing.ts'
import { AttachmentList } from '../../files/index.ts'
import { LazyTranslationPreview } from '../../translation/index.ts'
import classes from './Composer.module.css'
import { ComposerNotices } from './ComposerNotices.tsx'
import { MessageField } from './MessageField.tsx'
import { UnsentNotice } from './UnsentNotice.tsx'
import { TextDialogs } from './TextDialogs.tsx'
import { TextFoot } from './TextFoot.tsx'
import { TextLists } from './TextLists.tsx'
import { useDue } from '../../../shared/ui/text/useDue.ts'
import { useReader, useTextWriting, type Reader } from './useTextWriting.ts'
import { useTrigger } from './useTrigger.ts'

export interface TextComposerProps {
  contact: ContactSummary
  field: RefObject<HTMLTextAreaElement | null>
  filled: { body: string } | undefined
  isTouch: boolean
  isPhone: boolean
  onToggleNote: () => void
  onSentAndArchive: (() => void) | undefined
}

const kinds = ['reply', 'field'] as const

/** How many composers the page has: while another conversation opens, the old one may be left a moment later. */
let composers = 0

/**
 * Marks the page as having a composer, so that toasts leave its space free. A :has selector would be re-evaluated on
 * each key press.
 */
function useComposerFlag(): void {
  useEffect(() => {
    composers += 1
    document.body.toggleAttribute('data-composes', true)
    return () => {
      composers -= 1
      document.body.toggleAttribute('data-composes', composers > 0)
    }
  }, [])
}

/** The composer of a message: text, files, merge fields, translation and send time. */
export function TextComposer(props: TextComposerProps) {
  useComposerFlag()
  return <Writing {...props} reader={useReader(props.contact)} />
}

function Writing(props: TextComposerProps & { reader: Reader }) {
  const { contact, reader, field, filled, isTouch, isPhone, onToggleNote, onSentAndArchive } = props
  const { t } = useLingui()
  const due = useDue()
  const writing = useTextWriting({ contact, reader, field, filled, onSentAndArchive })
  const triggers = useTrigger(field, kinds)
  const [asking, setAsking] = useState<'time' | 'reason'>()
  const { name, zone, now, draft, words, attachments, language, stayed, go, press, usual } = writing
  const whole = fullName(contact) || name
  const write = useCallbackRef(writing.change)
  const send = useCallbackRef((isArchiving: boolean) => press({ isArchiving }))
  // While a suggestion list is open, the text contains an unfinished command.
  const hasFailedTranslation = stayed !== undefined
  const showsPreview =
    language !== undefined && !hasFailedTranslation && writing.hasWords && triggers.open === undefined
  return (
    <form
      className={classes.composer}
      data-composer={contact.id}
      onSubmit={(event) => {
        event.preventDefault()
        press()
      }}
    >
      <TextLists
        triggers={triggers}
        mergeValues={words.mergeValues}
        draft={draft.draft}
        onSaved={() => field.current?.focus()}
      />
      <ComposerNotices
        name={name}
        answeredBy={writing.answeredBy}
        isHeld={writing.isHeld}
        onSendAnyway={() => void go(usual())}
        missing={words.missing}
        onShowField={writing.showField}
        nightTime={writing.isNight && !writing.isOffShift && writing.hasContent ? due(now, zone) : undefined}
        shiftStart={
          writing.isOffShift && writing.morning && writing.hasContent ? due(writing.morning, zone) : undefined
        }
        problem={writing.problem}
      />
      {stayed && (
        <UnsentNotice
          why={stayed.why}
          to={contact.language}
          onRetry={() => void go(stayed.going, { ...stayed.manner, shouldRetranslate: true })}
          onAsWritten={() => void go(stayed.going, { ...stayed.manner, isAsWritten: true })}
        />
      )}
      <AttachmentList list={attachments.list} onRemove={attachments.remove} onRetry={attachments.retry} />
      <MessageField
        field={field}
        label={t`Message to ${whole}`}
        placeholder={t`Message ${whole}`}
        value={draft.draft}
        isNote={false}
        isTouch={isTouch}
        triggers={triggers}
        onWrite={write}
        onBlur={stoppedWriting}
        onSend={send}
        onToggleNote={onToggleNote}
        onPasted={writing.setPasted}
        onFiles={attachments.add}
      />
      {showsPreview && (
        <Suspense fallback={null}>
          <LazyTranslationPreview
            name={name}
            text={words.filled}
            to={language.to}
            onPreview={writing.onPreview}
            onOff={() => writing.setAsWritten(true)}
            onPhrase={write}
          />
        </Suspense>
      )}
      <TextFoot
        writing={writing}
        triggers={triggers}
        isPhone={isPhone}
        onToggleNote={onToggleNote}
        onOpenDialog={setAsking}
        mayArchive={onSentAndArchive !== undefined}
      />
      <TextDialogs writing={writing} asking={asking} onClose={() => setAsking(undefined)} />
    </form>
  )
}

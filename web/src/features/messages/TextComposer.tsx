import type { ContactHead } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useCallbackRef } from '@mantine/hooks'
import { Suspense, useEffect, useState, type RefObject } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { stoppedWriting } from '../../shared/live/typing.ts'
import { AttachmentList } from '../files/index.ts'
import { LazyTranslationPreview } from '../translation/index.ts'
import classes from './Composer.module.css'
import { ComposerNotices } from './ComposerNotices.tsx'
import { MessageField } from './MessageField.tsx'
import { StayedNotice } from './StayedNotice.tsx'
import { TextDialogs } from './TextDialogs.tsx'
import { TextFoot } from './TextFoot.tsx'
import { TextLists } from './TextLists.tsx'
import { useDue } from './useDue.ts'
import { useReader, useTextWriting, type Reader } from './useTextWriting.ts'
import { useTrigger } from './useTrigger.ts'

export interface TextComposerProps {
  contact: ContactHead
  field: RefObject<HTMLTextAreaElement | null>
  filled: { body: string } | undefined
  isTouch: boolean
  isPhone: boolean
  onToggleNote: () => void
  onSentAndArchive: (() => void) | undefined
}

const kinds = ['reply', 'field'] as const

/** Tells the page that there is a way to send, which toasts leave free. A style that looked for it (:has) would look again at each key. */
function useTellsPage(): void {
  useEffect(() => {
    const tell = () => {
      document.body.toggleAttribute('data-composes', document.querySelector('[data-composer]') !== null)
    }
    tell()
    return tell
  }, [])
}

/** Where a text is written: words, files, fields, its translation and its time. */
export function TextComposer(props: TextComposerProps) {
  useTellsPage()
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
  // While a list is open the words are half a command.
  const isSaid = stayed?.why === 'failed'
  const showsPreview = language !== undefined && !isSaid && writing.hasWords && triggers.open === undefined
  return (
    <form
      className={classes.composer}
      data-composer={contact.id}
      onSubmit={(event) => {
        event.preventDefault()
        press()
      }}
    >
      <TextLists triggers={triggers} said={words.said} draft={draft.draft} onSaved={() => field.current?.focus()} />
      <ComposerNotices
        name={name}
        answeredBy={writing.answeredBy}
        isHeld={writing.isHeld}
        onSendAnyway={() => void go(usual())}
        missing={words.missing}
        onShowField={writing.showField}
        nightTime={writing.isNight && writing.hasContent ? due(now, zone) : undefined}
        problem={writing.problem}
      />
      {stayed && (
        <StayedNotice
          why={stayed.why}
          to={contact.language}
          onAgain={() => void go(stayed.going, { ...stayed.manner, isAnew: true })}
          onAsWritten={() => void go(stayed.going, { ...stayed.manner, isAsWritten: true })}
        />
      )}
      <AttachmentList list={attachments.list} onRemove={attachments.remove} onRetry={attachments.retry} />
      <MessageField
        field={field}
        label={t`Message to ${whole}`}
        placeholder={t`Write to ${whole}`}
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
          />
        </Suspense>
      )}
      <TextFoot
        writing={writing}
        triggers={triggers}
        isPhone={isPhone}
        onToggleNote={onToggleNote}
        onAsk={setAsking}
        mayArchive={onSentAndArchive !== undefined}
      />
      <TextDialogs writing={writing} asking={asking} onClose={() => setAsking(undefined)} />
    </form>
  )
}

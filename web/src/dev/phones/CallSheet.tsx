import { Button } from '@mantine/core'
import { IconMicrophone, IconPhoneOff, IconPlayerStop, IconRecordMail } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './call.module.css'
import { useCall } from './useCall.ts'
import { formatPhone } from './words.ts'

interface CallSheetProps {
  phone: string
  line: string
  label: string | null
  onClose: () => void
}

/** Simulates a call to a line: the greeting as text or audio, and the ways to leave a message or none. */
export function CallSheet({ phone, line, label, onClose }: CallSheetProps) {
  const call = useCall(phone, line, onClose)
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => sheet.current?.focus(), [])
  const name = label ?? formatPhone(line)
  return (
    <section
      ref={sheet}
      tabIndex={-1}
      className={classes.sheet}
      role="dialog"
      aria-label={`Call to ${name}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') call.hangUp()
      }}
    >
      <p className={classes.name}>{name}</p>
      <p className={classes.state} aria-live="polite">
        {call.state}
      </p>
      <div className={classes.greeting}>
        {call.answer?.audioUrl ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recorded greeting comes without its words
          <audio controls autoPlay src={call.answer.audioUrl} />
        ) : (
          call.answer?.words && <blockquote>{call.answer.words}</blockquote>
        )}
        {call.problem && (
          <p role="alert" className={classes.problem}>
            {call.problem}
          </p>
        )}
      </div>
      <div className={classes.acts}>
        {call.phase === 'answered' && call.canLeave && (
          <>
            <Button
              variant="default"
              leftSection={<IconRecordMail size={18} stroke={1.75} aria-hidden />}
              onClick={() => call.leaveSample()}
            >
              Leave a sample message
            </Button>
            <Button
              variant="default"
              leftSection={<IconMicrophone size={18} stroke={1.75} aria-hidden />}
              onClick={() => call.record()}
            >
              Record with the microphone
            </Button>
          </>
        )}
        {call.phase === 'recording' && (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={18} stroke={1.75} aria-hidden />}
            onClick={() => call.stop()}
          >
            Stop and leave it
          </Button>
        )}
        <button type="button" className={classes.hangUp} aria-label="Hang up" onClick={() => call.hangUp()}>
          <IconPhoneOff size={22} stroke={1.75} aria-hidden />
        </button>
      </div>
    </section>
  )
}

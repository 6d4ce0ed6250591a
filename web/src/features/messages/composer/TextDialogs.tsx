import { Suspense } from 'react'
import { LazyQuietReason, LazySchedulePicker } from '../lazy.tsx'
import { useDue } from '../../../shared/ui/text/useDue.ts'
import type { TextWriting } from './useTextWriting.ts'

export interface TextDialogsProps {
  writing: TextWriting
  asking: 'time' | 'reason' | undefined
  onClose: () => void
}

const hourMs = 3_600_000

/** The dialogs before a message is sent: a custom time, or the reason to send at night or off shift. */
export function TextDialogs({ writing, asking, onClose }: TextDialogsProps) {
  const due = useDue()
  const { name, zone, now, morning, isOffShift, cancelsIfReply, go } = writing
  return (
    <Suspense fallback={null}>
      {asking === 'time' && (
        <LazySchedulePicker
          name={name}
          zone={zone}
          first={morning ?? new Date(now.getTime() + hourMs)}
          cancelsIfReply={cancelsIfReply}
          onChoose={async ({ at, cancelIfReply }) => {
            await go({ scheduledAt: at.toISOString(), cancelIfReply })
            onClose()
            return ''
          }}
          onClose={onClose}
        />
      )}
      {asking === 'reason' && (
        <LazyQuietReason
          name={name}
          time={due(now, zone)}
          isOffShift={isOffShift}
          onSend={(quietOverride) => {
            onClose()
            void go({ quietOverride })
          }}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}

import type { MediaItem } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconPlayerStopFilled, IconVolume } from '@tabler/icons-react'
import classes from './Calls.module.css'
import type { GreetingDraft } from './greeting-draft.ts'
import { RecordingField } from './RecordingField.tsx'
import { useSpeech } from './useSpeech.ts'

export interface GreetingFieldsProps {
  label: string
  draft: GreetingDraft
  onChange: (part: Partial<GreetingDraft>) => void
  /** Why the greeting cannot be saved as it is. */
  problem: string
}

/** The greeting before the tone: text that a voice reads, or a recording. */
export function GreetingFields({ label, draft, onChange, problem }: GreetingFieldsProps) {
  const { t } = useLingui()
  const voice = useSpeech()
  const { kind, words, file } = draft
  return (
    <div className={classes.fields}>
      <SegmentedControl
        className={classes.kinds ?? ''}
        aria-label={label}
        value={kind}
        onChange={(value) => onChange({ kind: value === 'recording' ? 'recording' : 'words' })}
        data={[
          { value: 'words', label: t`Text to speech` },
          { value: 'recording', label: t`Recording` },
        ]}
      />
      {kind === 'words' ? (
        <>
          <Textarea
            label={label}
            description={t`A voice reads this before the tone. Callers can leave up to 3 minutes.`}
            value={words}
            onChange={(event) => onChange({ words: event.currentTarget.value })}
            maxLength={600}
            autosize
            minRows={2}
            maxRows={8}
            dir="auto"
            error={problem}
          />
          {voice && (
            <Button
              className={classes.hear ?? ''}
              size="compact-sm"
              variant="subtle"
              leftSection={
                voice.isSpeaking ? (
                  <IconPlayerStopFilled size={16} aria-hidden />
                ) : (
                  <IconVolume size={16} stroke={1.75} aria-hidden />
                )
              }
              onClick={() => voice.toggle(words)}
              disabled={words.trim() === ''}
            >
              {voice.isSpeaking ? <Trans>Stop</Trans> : <Trans>Preview in a similar voice</Trans>}
            </Button>
          )}
        </>
      ) : (
        <RecordingField file={file} onChange={(next: MediaItem) => onChange({ file: next })} problem={problem} />
      )}
    </div>
  )
}

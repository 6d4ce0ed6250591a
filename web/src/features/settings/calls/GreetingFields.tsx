import type { MediaItem } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconPlayerStopFilled, IconVolume } from '@tabler/icons-react'
import classes from './Calls.module.css'
import type { GreetingDraft } from './greeting-draft.ts'
import { RecordingField } from './RecordingField.tsx'
import { useSpeaking } from './useSpeaking.ts'

export interface GreetingFieldsProps {
  label: string
  draft: GreetingDraft
  onChange: (part: Partial<GreetingDraft>) => void
  /** Why it cannot be saved like this. */
  problem: string
}

/** What callers hear before the tone: words that a voice reads, or a recording. */
export function GreetingFields({ label, draft, onChange, problem }: GreetingFieldsProps) {
  const { t } = useLingui()
  const voice = useSpeaking()
  const { kind, words, file } = draft
  return (
    <div className={classes.fields}>
      <SegmentedControl
        className={classes.kinds ?? ''}
        aria-label={label}
        value={kind}
        onChange={(value) => onChange({ kind: value === 'recording' ? 'recording' : 'words' })}
        data={[
          { value: 'words', label: t`A voice reads words` },
          { value: 'recording', label: t`A recording` },
        ]}
      />
      {kind === 'words' ? (
        <>
          <Textarea
            label={label}
            description={t`A voice reads it before the tone. Callers leave up to 3 minutes.`}
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
              {voice.isSpeaking ? <Trans>Stop</Trans> : <Trans>Hear it in a voice like this</Trans>}
            </Button>
          )}
        </>
      ) : (
        <RecordingField file={file} onChange={(next: MediaItem) => onChange({ file: next })} problem={problem} />
      )}
    </div>
  )
}

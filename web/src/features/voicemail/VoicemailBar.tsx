import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconX } from '@tabler/icons-react'
import { endSound, pauseSound, playSoundOf, useSound } from './sound.ts'
import { clock } from './sound-rules.ts'
import classes from './Voicemail.module.css'

interface VoicemailBarProps {
  /** The open thread, if any: its own player is visible, so no bar is needed. */
  openContactId: string | null
}

/** Shows a voicemail that keeps playing after its thread was closed: caller, progress, pause and stop. */
export default function VoicemailBar({ openContactId }: VoicemailBarProps) {
  const { t } = useLingui()
  const { recording, isPlaying, at } = useSound()
  if (!recording || recording.contactId === openContactId || (!isPlaying && at === 0)) return null
  const { name, durationSec } = recording
  return (
    <section className={classes.bar} aria-label={t`Voicemail`}>
      <ActionIcon
        size={36}
        onClick={() => (isPlaying ? pauseSound() : playSoundOf(recording))}
        aria-label={isPlaying ? t`Pause` : t`Play voicemail`}
      >
        {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <span className={classes.barName}>
        <Trans>
          Voicemail from <bdi>{name}</bdi>
        </Trans>
      </span>
      <span className={classes.time}>
        {clock(at)} / {clock(durationSec)}
      </span>
      <ActionIcon size={36} onClick={endSound} aria-label={t`Stop voicemail`}>
        <IconX size={18} stroke={1.75} />
      </ActionIcon>
    </section>
  )
}

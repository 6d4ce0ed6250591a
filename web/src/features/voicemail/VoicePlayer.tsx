import type { VoicemailSummary } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconDownload, IconMessage, IconPhone, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEditVoicemailMutation } from './api.ts'
import { changeSpeed, pauseSound, seekSound, useSound } from './sound.ts'
import { clock } from './sound-rules.ts'
import { usePlaying } from './usePlaying.ts'
import classes from './Voicemail.module.css'
import { Waveform } from './Waveform.tsx'

export interface VoicePlayerProps {
  voicemail: VoicemailSummary
  messageId: string
  contactId: string
  /** The caller's name. */
  name: string
  /** The number of the caller, to call back. */
  phone: string
  /** Absent when the member may not send messages. */
  onTextBack?: (() => void) | undefined
}

/**
 * Plays a voicemail: play, seek, speed, transcript, and the next actions. Only one player of a page plays at a time.
 */
export default function VoicePlayer({ voicemail, messageId, contactId, name, phone, onTextBack }: VoicePlayerProps) {
  const { t } = useLingui()
  const { id, durationSec, url, peaks, transcript, heard } = voicemail
  const sound = useSound()
  const play = usePlaying()
  const [edit] = useEditVoicemailMutation()
  const isMine = sound.recording?.voicemailId === id
  const isPlaying = isMine && sound.isPlaying
  const at = isMine ? sound.at : 0
  const { speed } = sound
  function begin(from?: number): void {
    if (!url) return
    play({ voicemailId: id, messageId, contactId, name, url, durationSec }, from)
    if (!heard && onTextBack) void edit({ id, state: 'heard' })
  }
  function seek(position: number): void {
    if (isMine) seekSound(position)
    else begin(position)
  }
  return (
    <div className={classes.player} data-voicemail={id}>
      <div className={classes.row}>
        <ActionIcon
          size={44}
          radius={22}
          variant="filled"
          color="blue"
          disabled={!url}
          onClick={() => (isPlaying ? pauseSound() : begin())}
          aria-label={isPlaying ? t`Pause` : t`Play voicemail`}
          data-play-voicemail
        >
          {isPlaying ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
        </ActionIcon>
        <Waveform peaks={peaks} durationSec={durationSec} at={at} onSeek={seek} isOff={!url} />
        <span className={classes.time}>{clock(isMine && at > 0 ? at : durationSec)}</span>
        <UnstyledButton className={classes.speed} onClick={changeSpeed} aria-label={t`Speed ${speed}×`}>
          {speed}×
        </UnstyledButton>
      </div>
      {!url && (
        <p className={classes.quiet}>
          <Trans>Loading recording…</Trans>
        </p>
      )}
      {isMine && sound.isBroken && (
        <p className={classes.quiet} role="alert">
          <Trans>Couldn't play this. Reload the page and try again.</Trans>
        </p>
      )}
      {transcript ? (
        <p className={classes.transcript} dir="auto">
          {transcript}{' '}
          <span className={classes.quiet}>
            <Trans>May contain errors.</Trans>
          </span>
        </p>
      ) : (
        <p className={classes.quiet}>
          <Trans>No transcript</Trans>
        </p>
      )}
      <div className={classes.acts}>
        {phone && (
          <Button
            component="a"
            href={`tel:${phone}`}
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPhone size={16} stroke={1.75} />}
          >
            <Trans>Call back</Trans>
          </Button>
        )}
        {onTextBack && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconMessage size={16} stroke={1.75} />}
            onClick={onTextBack}
          >
            <Trans>Text back</Trans>
          </Button>
        )}
        {onTextBack && heard && (
          <Button size="compact-sm" variant="subtle" onClick={() => void edit({ id, state: 'new' })}>
            <Trans>Mark as unplayed</Trans>
          </Button>
        )}
        {url && (
          <Button
            component="a"
            href={url}
            download
            size="compact-sm"
            variant="subtle"
            leftSection={<IconDownload size={16} stroke={1.75} />}
          >
            <Trans>Download</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

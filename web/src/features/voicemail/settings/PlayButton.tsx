import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** Plays the audio at a URL; stops it on unmount and when the URL changes. */
export function PlayButton({ url }: { url: string | null }) {
  return <Player key={url} url={url} />
}

function Player({ url }: { url: string | null }) {
  const { t } = useLingui()
  const [isPlaying, setPlaying] = useState(false)
  const sound = useRef<HTMLAudioElement>(undefined)
  useEffect(() => () => sound.current?.pause(), [])
  function toggle(): void {
    if (!url) return
    if (!sound.current) {
      const audio = new Audio(url)
      audio.addEventListener('play', () => setPlaying(true))
      for (const over of ['pause', 'ended', 'error']) audio.addEventListener(over, () => setPlaying(false))
      sound.current = audio
    }
    if (isPlaying) sound.current.pause()
    else void sound.current.play().catch(() => setPlaying(false))
  }
  return (
    <ActionIcon
      size={36}
      radius={22}
      variant="light"
      color="blue"
      disabled={!url}
      onClick={toggle}
      aria-label={isPlaying ? t`Pause` : t`Play greeting`}
    >
      {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
    </ActionIcon>
  )
}

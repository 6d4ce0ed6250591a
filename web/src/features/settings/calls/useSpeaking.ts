import { useEffect, useState } from 'react'

/** Lets the device read words aloud, where it can; `undefined` where it has no voice. */
export function useSpeaking(): { isSpeaking: boolean; toggle: (words: string) => void } | undefined {
  const [isSpeaking, setSpeaking] = useState(false)
  const voice = typeof speechSynthesis === 'undefined' ? undefined : speechSynthesis
  useEffect(() => () => voice?.cancel(), [voice])
  if (!voice) return undefined
  return {
    isSpeaking,
    toggle(words) {
      voice.cancel()
      if (isSpeaking) return setSpeaking(false)
      const said = new SpeechSynthesisUtterance(words)
      for (const over of ['end', 'error']) said.addEventListener(over, () => setSpeaking(false))
      setSpeaking(true)
      voice.speak(said)
    },
  }
}

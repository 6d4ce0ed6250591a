import { useEffect, useState } from 'react'

/** Reads text aloud with the voice of the device; `undefined` where it has none. */
export function useSpeech(): { isSpeaking: boolean; toggle: (words: string) => void } | undefined {
  const [isSpeaking, setSpeaking] = useState(false)
  const voice = typeof speechSynthesis === 'undefined' ? undefined : speechSynthesis
  useEffect(() => () => voice?.cancel(), [voice])
  if (!voice) return undefined
  return {
    isSpeaking,
    toggle(text) {
      voice.cancel()
      if (isSpeaking) return setSpeaking(false)
      const utterance = new SpeechSynthesisUtterance(text)
      for (const over of ['end', 'error']) utterance.addEventListener(over, () => setSpeaking(false))
      setSpeaking(true)
      voice.speak(utterance)
    },
  }
}

import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

const name = 'color-scheme'
const maxAgeSeconds = 2_592_000
const isScheme = (value: string | undefined): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto'

function read(): MantineColorScheme | undefined {
  const value = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  return isScheme(value) ? value : undefined
}

/** Remembers the colour scheme for 30 days in the cookie `color-scheme`; other tabs follow through a broadcast channel. */
export function cookieColorScheme(): MantineColorSchemeManager {
  let channel: BroadcastChannel | undefined
  return {
    get: (fallback) => read() ?? fallback,
    set(value) {
      const secure = location.protocol === 'https:' ? '; secure' : ''
      document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax${secure}`
      channel?.postMessage(value)
    },
    subscribe(onUpdate) {
      channel = new BroadcastChannel(name)
      channel.onmessage = (event: MessageEvent<string>) => {
        if (isScheme(event.data)) onUpdate(event.data)
      }
    },
    unsubscribe() {
      channel?.close()
      channel = undefined
    },
    clear() {
      document.cookie = `${name}=; path=/; max-age=0; samesite=lax`
    },
  }
}

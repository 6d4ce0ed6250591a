import { COLOR_SCHEME_COOKIE as name, COOKIE_MAX_AGE_S } from '@crewline/contract/limits'
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

const isScheme = (value: string | undefined): value is MantineColorScheme =>
  value === 'light' || value === 'dark' || value === 'auto'

function read(): MantineColorScheme | undefined {
  const value = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  return isScheme(value) ? value : undefined
}

/**
 * Stores the color scheme for 30 days in the cookie `color-scheme`; other tabs are updated through a broadcast channel.
 */
export function cookieColorScheme(): MantineColorSchemeManager {
  let channel: BroadcastChannel | undefined
  return {
    get: (fallback) => read() ?? fallback,
    set(value) {
      const secure = location.protocol === 'https:' ? '; secure' : ''
      document.cookie = `${name}=${value}; path=/; max-age=${COOKIE_MAX_AGE_S}; samesite=lax${secure}`
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

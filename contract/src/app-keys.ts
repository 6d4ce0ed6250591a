// Without zod: pages read it before their first paint.

/** The apps that an organization turns on and off, by the name of their feature. */
export const APP_KEYS = ['newsletter', 'forms', 'birthday', 'contactoptin'] as const
export type AppKey = (typeof APP_KEYS)[number]

/** Returns whether a text is the key of an app that can be turned on and off. */
export function isAppKey(text: string): text is AppKey {
  return (APP_KEYS as readonly string[]).includes(text)
}

const APP_PATHS: Record<AppKey, string> = {
  newsletter: '/news',
  forms: '/forms',
  birthday: '/celebration',
  contactoptin: '/contactoptin',
}

/** Returns the app whose endpoints begin with this path of the API; undefined for the rest of the product. */
export function appOfPath(path: string): AppKey | undefined {
  return APP_KEYS.find((app) => path === APP_PATHS[app] || path.startsWith(`${APP_PATHS[app]}/`))
}

import { z } from 'zod'

/** The features an organization has switched on; `sync` shares contacts with its parent and child organizations. */
export const Features = z.object({
  sync: z.boolean(),
  newsletter: z.boolean(),
  signature: z.boolean(),
  forms: z.boolean(),
  birthday: z.boolean(),
  contactoptin: z.boolean(),
  timeoff: z.boolean(),
  intranet: z.boolean(),
  voicemail: z.boolean(),
  threats: z.boolean(),
  hris: z.boolean(),
  translation: z.boolean(),
})
export type Features = z.infer<typeof Features>

/** Every feature off. */
export const NO_FEATURES: Features = {
  sync: false,
  newsletter: false,
  signature: false,
  forms: false,
  birthday: false,
  contactoptin: false,
  timeoff: false,
  intranet: false,
  voicemail: false,
  threats: false,
  hris: false,
  translation: false,
}

/** A new organization has its apps: they cost nothing until someone makes something with them. */
export const NEW_ORGANIZATION_FEATURES: Features = {
  ...NO_FEATURES,
  newsletter: true,
  forms: true,
  birthday: true,
  contactoptin: true,
}

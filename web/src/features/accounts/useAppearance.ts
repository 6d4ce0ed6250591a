import { useLingui } from '@lingui/react/macro'
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useDispatch } from 'react-redux'
import { api } from '../../shared/api/base.ts'
import { tagTypes } from '../../shared/api/tags.ts'
import { chooseLocale } from '../../shared/lib/locale.ts'
import type { Locale } from '@crewline/contract/accounts'
import { useEditSettingsMutation } from './api.ts'

/** The theme and language of the application, and how to change them. */
export interface Appearance {
  colorScheme: MantineColorScheme
  locale: string
  chooseScheme: (scheme: MantineColorScheme) => void
  chooseLanguage: (locale: string) => void
}

/** Changes theme and language: a choice applies at once on this device and is saved with the account. */
export function useAppearance(): Appearance {
  const { i18n } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [save] = useEditSettingsMutation()
  const dispatch = useDispatch()

  async function changeLanguage(locale: string): Promise<void> {
    await chooseLocale(locale)
    // Data from the server in the previous language is loaded again.
    dispatch(api.util.invalidateTags([...tagTypes]))
  }

  return {
    colorScheme,
    locale: i18n.locale,
    chooseScheme(scheme) {
      setColorScheme(scheme)
      void save({ colorScheme: scheme })
    },
    chooseLanguage(locale) {
      void changeLanguage(locale)
      void save({ locale: locale as Locale })
    },
  }
}

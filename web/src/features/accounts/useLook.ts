import { useLingui } from '@lingui/react/macro'
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useDispatch } from 'react-redux'
import { api } from '../../shared/api/base.ts'
import { tagTypes } from '../../shared/api/tags.ts'
import { chooseLocale } from '../../shared/lib/locale.ts'
import type { Locale } from '../../shared/ui/language.ts'
import { useEditSettingsMutation } from './api.ts'

/** How the application looks and speaks, and how to change it. */
export interface Look {
  colorScheme: MantineColorScheme
  locale: Locale
  chooseScheme: (scheme: MantineColorScheme) => void
  chooseLanguage: (locale: Locale) => void
}

/** Theme and language: a choice shows at once on this device and is saved with the account. */
export function useLook(): Look {
  const { i18n } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [save] = useEditSettingsMutation()
  const dispatch = useDispatch()

  async function speakAnew(locale: Locale): Promise<void> {
    await chooseLocale(locale)
    // What the server said in the language before is asked for again.
    dispatch(api.util.invalidateTags([...tagTypes]))
  }

  return {
    colorScheme,
    locale: i18n.locale as Locale,
    chooseScheme(scheme) {
      setColorScheme(scheme)
      void save({ colorScheme: scheme })
    },
    chooseLanguage(locale) {
      void speakAnew(locale)
      void save({ locale })
    },
  }
}

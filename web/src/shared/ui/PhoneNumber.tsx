import { getCountryCallingCode, parsePhoneNumberFromString, isSupportedCountry } from 'libphonenumber-js/min'

export interface PhoneNumberProps {
  /** E.164: +15550102233. */
  phone: string
  /** The country whose numbers are shown without country code; all are shown with it when absent. */
  home?: string
}

/** A phone number people can read: "(555) 010-2233" at home, "+1 555 010 2233" abroad; the number as given when it cannot be read. */
export function readablePhone(phone: string, home?: string): string {
  const parsed = parsePhoneNumberFromString(phone)
  if (!parsed) return phone
  // By calling code, because numbers kept for examples belong to no country.
  return home && isSupportedCountry(home) && parsed.countryCallingCode === getCountryCallingCode(home)
    ? parsed.formatNational()
    : parsed.formatInternational()
}

/** A phone number that reads left to right in every language and never breaks. */
export function PhoneNumber({ phone, home }: PhoneNumberProps) {
  return (
    <bdi dir="ltr" className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {readablePhone(phone, home)}
    </bdi>
  )
}

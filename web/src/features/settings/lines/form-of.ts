/** What a field needs from its form. */
export interface FormOf<Field extends string> {
  key: (field: Field) => string
  getInputProps: (field: Field) => object
}

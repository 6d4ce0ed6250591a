/** x */
export async function benchReading(_options: { urlOf: (name: string) => Promise<string>; sizes: number[]; rounds: number }): Promise<void> {}

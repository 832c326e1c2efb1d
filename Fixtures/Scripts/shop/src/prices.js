// Prices are in cents. A product that was withdrawn has none.
export function priceOf(product) {
  return product.price.amount; // CRASH: priceOf
}

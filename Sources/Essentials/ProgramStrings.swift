import Glibc

/// Calls a body with strings in the form that `execve` needs: an array that ends with a null pointer.
package func withProgramStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  pointers.append(nil)
  return body(pointers)
}

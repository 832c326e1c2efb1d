# A formula for Homebrew on Linux, made by `make recipes`: brew install --formula ./symbolicate.rb, or in a tap as Formula/symbolicate.rb.
class Symbolicate < Formula
  desc "Turn the addresses of crash reports into functions, files and lines"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "Apache-2.0"
  depends_on :linux

  on_intel do
    url "@DOWNLOADS@/symbolicate-@VERSION@-linux-x86_64.tar.zst"
    sha256 "@SHA256_x86_64@"
  end
  on_arm do
    url "@DOWNLOADS@/symbolicate-@VERSION@-linux-aarch64.tar.zst"
    sha256 "@SHA256_aarch64@"
  end

  def install
    prefix.install Dir["*"]
  end

  def caveats
    "Zip and tar files as --symbols need libarchive.so.13 of the system, explanations of instructions libcapstone."
  end

  test do
    assert_match "self-test    ok:", shell_output("#{bin}/symbolicate self-test")
  end
end

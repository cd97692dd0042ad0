//===- LowerToLLVM.cpp - Kernels as LLVM IR -------------------------------===//

#include "compiler/cpu/LowerToLLVM.h"

#include "compiler/cpu/KernelSchedule.h"
#include "compiler/cpu/LowerKernel.h"
#include "dialects/kernel/Kernel.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/Passes.h"
#include "passes/code/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace mlir;
using namespace gradc;

static void lower(ModuleOp module, ArrayRef<kernel::DefOp> defs) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  for (kernel::DefOp def : defs) {
    OwningOpRef<kernel::DefOp> flat = cpu::prepare(def);
    cpu::lowerKernel(builder, *flat, cpu::scheduleKernel(*flat));
  }
}

static void insertDialects(DialectRegistry &registry) {
  registry.insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                  LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect, vector::VectorDialect>();
}

OwningOpRef<ModuleOp> cpu::lowerKernels(MLIRContext *context,
                                        ArrayRef<kernel::DefOp> defs) {
  OwningOpRef<ModuleOp> kernels = ModuleOp::create(UnknownLoc::get(context));
  lower(*kernels, defs);
  return kernels;
}

namespace {

struct KernelToLoopsPass
    : PassWrapper<KernelToLoopsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KernelToLoopsPass)

  StringRef getArgument() const override { return "gradc-kernel-to-loops"; }
  StringRef getDescription() const override {
    return "Writes kernel.defs as loops over vectors of a CPU";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    insertDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<kernel::DefOp> defs(module.getOps<kernel::DefOp>());
    lower(module, defs);
    for (kernel::DefOp def : defs)
      def.erase();
  }
};

/// Calls libm for what LLVM has no intrinsic for.
struct CallLibmPass : PassWrapper<CallLibmPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CallLibmPass)

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<func::FuncDialect, vector::VectorDialect>();
  }

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<math::Atan2Op, math::CbrtOp, math::TanOp>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

static void buildPipeline(PassManager &manager) {
  // Before CSE, for functions share parts, and every one has its constants.
  manager.addPass(code::createExpandMathPass());
  // Loops and index arithmetic are small now and explicit soon.
  manager.addPass(createCSEPass());
  manager.addPass(createLoopInvariantCodeMotionPass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  manager.addPass(arith::createArithExpandOpsPass(expand));
  manager.addPass(std::make_unique<CallLibmPass>());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertSCFToCFPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createArithToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions func;
  func.useBarePtrCallConv = true;
  manager.addPass(createConvertFuncToLLVMPass(func));
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}

void cpu::loadDialects(MLIRContext *context) {
  PassManager manager(context);
  buildPipeline(manager);
  DialectRegistry registry;
  insertDialects(registry);
  manager.getDependentDialects(registry);
  context->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context->getOrLoadDialect(name);
}

/// `void NAME.tasks(ptr args, i64 begin, i64 end)`, which unpacks the
/// addresses, and the extent behind the last one.
static void addTaskFunction(llvm::Function &kernel) {
  llvm::LLVMContext &context = kernel.getContext();
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *i64 = llvm::Type::getInt64Ty(context);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       {pointer, i64, i64}, false);
  auto *function =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                             kernel.getName() + ".tasks", kernel.getParent());
  function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
  SmallVector<llvm::Value *> operands;
  for (unsigned i = 0, e = kernel.arg_size() - 2; i < e; ++i) {
    llvm::Value *slot =
        builder.CreateConstInBoundsGEP1_64(pointer, function->getArg(0), i);
    llvm::Value *operand = builder.CreateLoad(pointer, slot);
    if (kernel.getArg(i)->getType() == i64)
      operand = builder.CreateLoad(i64, operand);
    operands.push_back(operand);
  }
  operands.push_back(function->getArg(1));
  operands.push_back(function->getArg(2));
  builder.CreateCall(&kernel, operands);
  builder.CreateRetVoid();
  kernel.setLinkage(llvm::Function::InternalLinkage);
  kernel.addFnAttr(llvm::Attribute::AlwaysInline);
}

/// The lowering marks only stores that are aligned to their size or to a cache
/// line. What they write must be there for others when the function returns.
static void completeStreamedStores(llvm::Function &kernel) {
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  bool anyStreamed = false;
  for (llvm::Instruction &instruction : llvm::instructions(kernel)) {
    auto *store = dyn_cast<llvm::StoreInst>(&instruction);
    if (!store || !store->hasMetadata(llvm::LLVMContext::MD_nontemporal))
      continue;
    llvm::TypeSize size =
        layout.getTypeStoreSize(store->getValueOperand()->getType());
    store->setAlignment(llvm::Align(std::min<uint64_t>(size, 64)));
    anyStreamed = true;
  }
  if (!anyStreamed)
    return;
  for (llvm::BasicBlock &block : kernel)
    if (isa<llvm::ReturnInst>(block.getTerminator()))
      llvm::IRBuilder<>(block.getTerminator())
          .CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
}

std::unique_ptr<llvm::Module>
cpu::translateKernels(ModuleOp kernels, llvm::LLVMContext &context) {
  PassManager manager(kernels.getContext());
  manager.enableVerifier(false); // once, at the end
  buildPipeline(manager);
  if (failed(manager.run(kernels)) || failed(verify(kernels)))
    return nullptr;
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(kernels, context, "step");
  if (!module)
    return nullptr;
  SmallVector<llvm::Function *> functions;
  for (llvm::Function &function : *module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (llvm::Function *function : functions) {
    completeStreamedStores(*function);
    addTaskFunction(*function);
  }
  return module;
}

void cpu::registerPasses() { PassRegistration<KernelToLoopsPass>(); }
